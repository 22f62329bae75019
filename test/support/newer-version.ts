import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Later than any other. */
const NAME = 'NextVersion1999999999999';

/** Makes a compiled service the next version, whose migration changes the tables of candidates. */
export function makeNewer(main: string): void {
  const folder = join(dirname(main), 'core/database/migrations');
  writeFileSync(
    join(folder, 'next-version.js'),
    `exports.${NAME} = class ${NAME} {
      name = '${NAME}';
      async up(runner) {
        await runner.query('ALTER TABLE candidate ADD COLUMN nextVersion INT NULL');
        await runner.query('CREATE INDEX IX_candidate_nextVersion ON candidate (nextVersion)');
        await runner.query('ALTER TABLE candidate_index ADD COLUMN nextVersion INT NULL');
      }
      async down() {}
    };\n`,
  );
  const index = join(folder, 'index.js');
  const compiled = readFileSync(index, 'utf8');
  const last = /(?=^const LAST_MIGRATION)/m;
  if (!last.test(compiled)) throw new Error('The compiled list of migrations looks different.');
  writeFileSync(index, compiled.replace(last, `migrations.push(require('./next-version').${NAME});\n`));
}
