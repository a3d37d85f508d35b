"""Living Rulebook 4: leagues without fixtures, teams measured by their rating, and four Majors."""
