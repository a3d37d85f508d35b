"""How the site writes dates and times where Django is left to choose."""
