import { defineConfig, globalIgnores } from 'eslint/config';
import eslint from '@eslint/js';
import typescript from 'typescript-eslint';

const SPECS = ['test/**/*.ts', 'src/**/*.spec.ts', 'src/**/support/**/*.ts'];
const STORE = 'Work on the store goes through a transaction: only src/core/database and src/core/records touch it directly.';
const SETTINGS = 'The environment is read in src/core/config alone: take the setting from there.';

const store = {
  paths: [
    { name: 'typeorm', importNames: ['DataSource', 'Repository'], message: STORE },
    { name: 'typeorm', importNames: ['EntityManager'], allowTypeImports: true, message: STORE },
    { name: '@nestjs/typeorm', importNames: ['InjectRepository', 'InjectDataSource', 'InjectEntityManager'], message: STORE },
  ],
};
const environment = {
  paths: [
    { name: 'node:process', importNames: ['env'], message: SETTINGS },
    { name: 'process', importNames: ['env'], message: SETTINGS },
  ],
};
const restricted = (...rules) => ['error', { paths: rules.flatMap(({ paths }) => paths) }];

const doubleAssertion = {
  selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
  message: 'A type forced through unknown hides a mistake: narrow it, or say the type where the value is made.',
};
const collectedSignal = {
  selector: "MemberExpression[object.name='AbortSignal'][property.name='any']",
  message: 'On Node 20 its timeouts can be garbage-collected before they fire: use withTimeout.',
};
const skippedTest = {
  selector:
    'CallExpression[callee.object.name=/^(it|test|describe)$/][callee.property.name=/^(only|skip|todo)$/], CallExpression[callee.name=/^(x|f)(it|test|describe)$/]',
  message: 'Every test runs, on every machine.',
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'data/', 'node_modules/', 'clients/']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // a switch that only tells cases apart counts once
      complexity: ['error', { max: 12, variant: 'modified' }],
      eqeqeq: 'error',
      // prettier wraps code, but neither comments nor what cannot be broken
      'max-len': ['error', { code: 140, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true }],
      'no-restricted-syntax': ['error', doubleAssertion, collectedSignal, skippedTest],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // what a decorator and reflection know of a class is a Function
      '@typescript-eslint/no-unsafe-function-type': 'off',
      // an async method may have nothing to await yet keep its interface's promise
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', 300],
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: SETTINGS }],
      '@typescript-eslint/no-restricted-imports': restricted(store, environment),
    },
  },
  {
    files: ['src/core/database/**/*.ts', 'src/core/records/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': restricted(environment) },
  },
  {
    files: ['src/core/config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off', '@typescript-eslint/no-restricted-imports': restricted(store) },
  },
  // row mappers are generated from the fields, never from anything a caller sent
  {
    files: ['src/core/records/reading/mapper.ts', 'src/core/records/writing/stored.ts'],
    rules: { '@typescript-eslint/no-implied-eval': 'off' },
  },
  { files: ['src/core/database/migrations/**/*.ts'], rules: { 'max-lines': 'off' } },
  {
    files: SPECS,
    rules: {
      'max-lines': 'off',
      'no-restricted-properties': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
      // the body of an answer has no type until the test has looked at it
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', process: 'readonly', console: 'readonly', __dirname: 'readonly' },
    },
  },
);
