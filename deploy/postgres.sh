# Run once by the image of Postgres, on an empty volume (deploy/compose.yaml). The server's role
# owns its database and is no superuser. The superuser has no password, so it connects only in the
# container.
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$POSTGRES_PASSWORD" <<'SQL'
create role coldopen login password :'password';
alter database coldopen owner to coldopen;
alter role current_user password null;
SQL
