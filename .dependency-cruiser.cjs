/** The rooms of src/ and which of them may know which. Specs and what stands in a support/ folder for them may import anything. */
const SHARED = 'bulk|changes|housekeeping|idempotency|config|database|http|callers|text|time|terms|fields|query|records|search|shell';
const AREAS =
  'assignments|automation|jobs|contacts|candidates|clients|placements|pipeline|opportunities|activities|users|tags|configuration|divisions|lists|deliveries|notifications|demo';
const SPEC = '\\.spec\\.ts$|^src/.+/support/';

const forbidden = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [SPEC, ...(from.pathNot ?? [])] },
  to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbidden(
      'every-room-has-its-rules',
      'A new folder in src/ is either a shared room or an area: name it above, so that the rules below hold for it.',
      { path: `^src/(?!(?:${SHARED}|${AREAS})/)[^/]+/` },
      {},
    ),
    forbidden(
      'shared-rooms-know-no-area',
      'A shared room serves every area, so it may not depend on one of them: let the area hand in what the room needs.',
      { path: `^src/(${SHARED})/` },
      { path: `^src/(${AREAS})/` },
    ),
    forbidden(
      'areas-meet-at-the-door',
      'An area uses another area only through its index.ts: what is not exported there is free to change.',
      { path: `^src/(${AREAS})/` },
      { path: `^src/(${AREAS})/`, pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    ),
    forbidden(
      'own-door-is-for-others',
      'Within an area import the file itself: going out by the own index.ts and in again makes a circle.',
      { path: `^src/(${AREAS})/`, pathNot: ['/index\\.ts$'] },
      { path: '^src/$1/index\\.ts$' },
    ),
    forbidden(
      'the-app-uses-the-doors-too',
      'What stands directly in src/ puts the areas together, and needs no more of them than their index.ts; only the list of entities names files, so that a migration starts no service.',
      { path: '^src/[^/]+\\.ts$', pathNot: ['^src/entities\\.ts$'] },
      { path: `^src/(${AREAS})/`, pathNot: ['^src/[^/]+/index\\.ts$'] },
    ),
    forbidden(
      'divisions-and-configuration-stand-alone',
      'Divisions and configuration are what the other areas build on, so they import none of them.',
      { path: '^src/(divisions|configuration)/' },
      { path: `^src/(${AREAS})/`, pathNot: ['^src/$1/'] },
    ),
    forbidden(
      'nobody-leans-on-the-demonstration',
      'Demonstration data is made from the outside: only the app itself, directly in src/, may ask for it.',
      { path: '^src/[^/]+/', pathNot: ['^src/demo/'] },
      { path: '^src/demo/' },
    ),
    forbidden(
      'pure-rooms-run-without-nest',
      'Text, time, terms and the filter language are plain functions that can be understood and tested without a framework.',
      { path: '^src/(text|time|terms|query)/' },
      { path: 'node_modules/@nestjs/' },
    ),
    forbidden(
      'fields-use-only-the-documentation-of-nest',
      'A field says its schema in the words of @nestjs/swagger, and needs nothing else of the framework.',
      { path: '^src/fields/' },
      { path: 'node_modules/@nestjs/', pathNot: ['node_modules/@nestjs/swagger/'] },
    ),
    forbidden(
      'plain-rooms-know-no-way-in-or-out',
      'Text and time stand at the bottom: whatever else they used would come along to everyone who folds a word or reads a date.',
      { path: '^src/(text|time)/' },
      { path: `^src/(${SHARED})/`, pathNot: ['^src/(text|time)/'] },
    ),
    forbidden(
      'no-circles',
      'Files that import each other in a circle cannot be understood, tested or started one at a time.',
      {},
      { circular: true },
    ),
    forbidden('tests-stay-outside', 'The service runs without its tests.', { path: '^src/' }, { path: ['^test/', SPEC] }),
    forbidden(
      'the-service-runs-without-tools',
      'What the running service imports is a dependency, not a development dependency: the image is built without those.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    ),
    forbidden(
      'every-package-is-named',
      'A package that package.json does not name is there by chance and may be gone tomorrow.',
      { path: '^(src|test)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbidden(
      'nothing-is-missing',
      'An import that leads nowhere fails when it is first reached.',
      { path: '^(src|test)/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // types count too: an area that needs another's inner types knows its inside
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
