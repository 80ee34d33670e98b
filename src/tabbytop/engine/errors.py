"""The one family of errors that people can put right themselves."""


class UserError(ValueError):
    """Wrong input from outside. Its text is a sentence for whoever gave it: what was wrong, and what is possible."""
