if (!process.env.TEST_DATABASE_URL) {
  console.error(
    'TEST_DATABASE_URL is not set: name a database on a MySQL or MariaDB server whose user may create others beside it, such as mariadb://root@127.0.0.1:3306/test.',
  );
  process.exit(1);
}
