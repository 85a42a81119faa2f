#!/bin/sh
# Copies a database on PostgreSQL into a folder, also while the bot runs, and keeps the last copies:
#   deploy/dump.sh FOLDER HOW_MANY
# Which database is said by PGHOST, PGPORT, PGUSER and PGDATABASE. Its password stands in ~/.pgpass, where no list of
# processes shows it.
set -eu
umask 077
folder=$1
keep=$2
mkdir -p "$folder"
made="$folder/communique-$(date -u +%Y-%m-%dT%H-%M-%S).dump"
trap 'rm -f "$made.part"' EXIT
pg_dump --no-password --format=custom --file="$made.part"
pg_restore --list "$made.part" >/dev/null # cut off is no copy
mv "$made.part" "$made"
find "$folder" -maxdepth 1 -name 'communique-*.dump' | sort -r | tail -n "+$((keep + 1))" | while IFS= read -r old; do
    rm -f -- "$old"
done
echo "The games were copied to $made."
