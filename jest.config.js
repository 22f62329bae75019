module.exports = {
  testEnvironment: require.resolve('./test/jest/environment.js'),
  runtime: '<rootDir>/test/jest/runtime.js',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testRegex: '\\.(e2e-)?spec\\.ts$',
  // a network can fail only on the way to a database server
  testPathIgnorePatterns: ['/node_modules/', '\\.long\\.', ...(process.env.TEST_DATABASE_URL ? [] : ['\\.server\\.'])],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // dynamic imports name the compiled file
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['<rootDir>/test/jest/kind-of-database.js', '<rootDir>/test/jest/property-seed.js'],
  globalSetup: '<rootDir>/test/jest/folder-of-run.js',
  globalTeardown: '<rootDir>/test/jest/remove-folder-of-run.js',
  // against what hangs: machines are slow
  testTimeout: 300_000,
  // every processor: the tests of a file wait for nobody but their own database
  maxWorkers: '100%',
  // modules of earlier files stay in memory; collecting that garbage would take more time than to start a worker anew
  workerIdleMemoryLimit: '1500MB',
  // a service that could not start keeps connections open that nobody can close
  forceExit: true,
};
