"""As `moment` writes them: the day before the month, and 24 hours."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "D j M Y, H:i"
MONTH_DAY_FORMAT = "j F"
