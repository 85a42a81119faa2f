"""Generated examples may take as long as the machine needs: a busy one fails no test."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
