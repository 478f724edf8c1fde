#!/bin/sh
# Tells node_exporter's textfile collector when the last back-up was completed, for the alert EkycBackUpOld:
#   deploy/tell-back-up.sh dump FILE        after pg_dump: the time of the file
#   deploy/tell-back-up.sh pgbackrest       as postgres, from cron: the newest back-up of the stanza ekyc; PGBACKREST is another
#                                           command for pgbackrest, such as docker compose exec -T database pgbackrest
# TEXTFILES names the collector's folder; deploy/prometheus/textfiles is the one of compose.watch.yaml.
set -eu
folder=${TEXTFILES:-$(dirname "$0")/prometheus/textfiles}
case "${1:-}" in
  dump)
    # Only pg_dump's exit code proves a whole dump. Call `pg_dump … >FILE && deploy/tell-back-up.sh dump FILE`.
    [ -s "$2" ] && [ "$(head -c 5 "$2")" = PGDMP ] || { echo "$2 is no dump of pg_dump --format=custom" >&2; exit 1; }
    tool=pg_dump
    completed=$(stat -c %Y "$2")
    ;;
  pgbackrest)
    tool=pgbackrest
    completed=$(${PGBACKREST:-pgbackrest} --stanza="${STANZA:-ekyc}" --output=json --log-level-console=off info |
      grep -o '"stop":[0-9]\+' | cut -d: -f2 | sort -n | tail -n 1)
    [ -n "$completed" ] || { echo 'pgbackrest has no back-up' >&2; exit 1; }
    ;;
  *)
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
mkdir -p "$folder"
# The collector may read at any moment, so a rename makes the file appear whole.
cat >"$folder/ekyc-backup-$tool.prom.new" <<PROM
# HELP ekyc_backup_completed_timestamp_seconds When the last back-up was completed
# TYPE ekyc_backup_completed_timestamp_seconds gauge
ekyc_backup_completed_timestamp_seconds{tool="$tool"} $completed
PROM
chmod 644 "$folder/ekyc-backup-$tool.prom.new"
mv "$folder/ekyc-backup-$tool.prom.new" "$folder/ekyc-backup-$tool.prom"
