"""A tiny game whose rules reach something of every kind. Tests edit copies of it; hence the relative imports."""
