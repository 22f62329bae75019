// entities read the kind of database when they are loaded, before a test starts its service
process.env.DATABASE_URL = process.env.TEST_DATABASE_URL || 'sqlite::memory:';
