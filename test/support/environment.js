// entities ask for the kind of database while they are loaded, before a test starts its service
process.env.DATABASE_URL = process.env.TEST_DATABASE_URL || 'sqlite::memory:';
