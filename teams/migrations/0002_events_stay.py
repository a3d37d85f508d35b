"""On PostgreSQL the database itself refuses to change or delete an event.

The one exception is an operator's purge of a whole league, which says so in its transaction.
"""

from typing import Any

from django.db import migrations

FORBID = """
CREATE OR REPLACE FUNCTION touchback_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('touchback.purge', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'an event is never changed and never deleted';
END $$;
CREATE TRIGGER team_events_stay BEFORE UPDATE OR DELETE ON teams_teamevent
  FOR EACH ROW EXECUTE FUNCTION touchback_events_stay();
"""
ALLOW = """
DROP TRIGGER team_events_stay ON teams_teamevent;
DROP FUNCTION touchback_events_stay();
"""


def on_postgresql(sql: str) -> Any:
    def run(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("teams", "0001_initial")]
    operations = [migrations.RunPython(on_postgresql(FORBID), on_postgresql(ALLOW))]
