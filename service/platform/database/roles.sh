# The roles of a new database, made by compose's PostgreSQL when its volume is empty.
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=dons \
  --set=owner="$OWNER_PASSWORD" --set=service="$SERVICE_PASSWORD" << 'SQL'
create role dons_owner login password :'owner';
create role dons_service login password :'service';
create role dons_audit nologin;
grant dons_service to dons_owner;
alter database dons owner to dons_owner;
SQL
