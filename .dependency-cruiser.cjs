/** The rooms of src/ and which of them may import which. Specs and the folders named support/ may import anything. */

const { readdirSync } = require('node:fs');

/** The shared rooms in layers, the lowest first: a room imports rooms that stand before it. */
const CORE = [
  'text',
  'terms',
  'time',
  'money',
  'problems',
  'config',
  'tracing',
  'sql',
  'fields',
  'lookups',
  'query',
  'http',
  'callers',
  'metrics',
  'database',
  'personal-data',
  'housekeeping',
  'files',
  'limits',
  'idempotency',
  'changes',
  'records',
  'audit',
  'search',
  'bulk',
];
/** Every other folder of src/ is an area. */
const AREAS = readdirSync(`${__dirname}/src`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['core', 'commands', 'demo'].includes(entry.name))
  .map(({ name }) => name);
const areas = `^src/(${AREAS.join('|')})/`;
const SPEC = '\\.spec\\.ts$|^src/.+/support/';

const forbidden = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [SPEC, ...(from.pathNot ?? [])] },
  to,
});

const layers = CORE.slice(0, -1).map((room, index) =>
  forbidden(
    `core-${room}-imports-only-lower-layers`,
    'The shared rooms stand in layers, in the order of CORE above: move the shared piece down, or let the upper room pass it in.',
    { path: `^src/core/${room}/` },
    { path: `^src/core/(${CORE.slice(index + 1).join('|')})/` },
  ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'no-cycles-of-rooms',
      comment:
        'Rooms that import each other can only be understood together: let one own the data, and the other use its predicates or events.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/(core/)?[^/]+$' },
      to: { circular: true, path: '^src/(core/)?[^/]+$' },
    },
    forbidden(
      'every-shared-room-has-a-layer',
      'A folder in src/core/ is a layer: add it to CORE above.',
      { path: `^src/core/(?!(${CORE.join('|')})/)[^/]+/` },
      {},
    ),
    forbidden(
      'core-imports-no-area',
      'A shared room serves every area, so it imports none of them: let the area pass in what the room needs.',
      { path: '^src/core/' },
      { path: '^src/(?!core/)' },
    ),
    forbidden(
      'areas-import-the-index-of-other-areas',
      'An area uses another one only through its index.ts: what is not exported there may change at any time.',
      { path: areas },
      { path: areas, pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    ),
    forbidden(
      'areas-do-not-import-their-own-index',
      'Within an area import the file itself: a detour through its index.ts makes a cycle.',
      { path: areas, pathNot: ['/index\\.ts$'] },
      { path: '^src/$1/index\\.ts$' },
    ),
    forbidden(
      'the-application-imports-index-files',
      'What stands directly in src/ puts the areas together, and needs no more of them than their index.ts.',
      { path: '^src/[^/]+\\.ts$' },
      { path: areas, pathNot: ['^src/[^/]+/index\\.ts$'] },
    ),
    forbidden(
      'divisions-and-configuration-import-no-area',
      'The other areas build on divisions and configuration, so these import none of them.',
      { path: '^src/(divisions|configuration)/' },
      { path: areas, pathNot: ['^src/$1/'] },
    ),
    forbidden(
      'areas-import-neither-demo-nor-commands',
      'Demonstration data and commands use the areas; only the application and the commands use them.',
      { path: `${areas}|^src/core/` },
      { path: '^src/(demo|commands)/' },
    ),
    forbidden(
      'demo-imports-no-command',
      'Commands fill the database with demonstration data, not the other way round.',
      { path: '^src/demo/' },
      { path: '^src/commands/' },
    ),
    forbidden(
      'pure-rooms-run-without-nest',
      'Text, time, terms, SQL and the filter language are plain functions that are understood and tested without a framework.',
      { path: '^src/core/(text|time|terms|sql|query)/' },
      { path: 'node_modules/@nestjs/' },
    ),
    forbidden(
      'fields-use-only-nestjs-swagger',
      'A field describes its schema with @nestjs/swagger, and needs nothing else of the framework.',
      { path: '^src/core/fields/' },
      { path: 'node_modules/@nestjs/', pathNot: ['node_modules/@nestjs/swagger/'] },
    ),
    forbidden(
      'no-cycles-of-files',
      'Files that import each other in a cycle cannot be understood, tested or loaded one at a time.',
      {},
      { circular: true },
    ),
    forbidden('tests-stay-outside', 'The service runs without its tests.', { path: '^src/' }, { path: ['^test/', SPEC] }),
    forbidden(
      'the-service-runs-without-development-dependencies',
      'What the running service imports is a dependency, not a development dependency: the image is built without those.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    ),
    forbidden(
      'every-package-is-listed',
      'A package that package.json does not list is there by chance and may be gone tomorrow.',
      { path: '^(src|test)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbidden(
      'no-unresolved-import',
      'An import that cannot be resolved fails when it is first reached.',
      { path: '^(src|test)/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // types count too: an area that needs another's inner types depends on its inside
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json', '.d.ts'],
    },
  },
};
