"""Patrician, with its expansion The Messengers: towers in Italian cities, and cards that name them."""
