-- Runs once, when compose.yaml starts PostgreSQL on an empty volume: makes the user and the database of the site.
\getenv password POSTGRES_PASSWORD
CREATE USER site PASSWORD :'password';
CREATE DATABASE site OWNER site;
-- The site knows this password, so it must not be that of the superuser, who logs in from within the container only.
ALTER USER postgres PASSWORD NULL;
