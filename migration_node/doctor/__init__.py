"""Looking a machine over: each check says what was found, how bad it is and what to do next."""
