const { readdirSync, readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const { createConnection } = require('mysql2/promise');

module.exports = async () => {
  const folder = process.env.TMPDIR;
  for (const name of readdirSync(folder)) if (name.endsWith('.template.json')) await drop(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
  // mutation testing runs Jest again and again in one process
  delete process.env.TMPDIR;
};

/** Drops a database that test files copied. */
async function drop(template) {
  const { address, statement } = JSON.parse(readFileSync(template, 'utf8')).drop;
  const connection = await createConnection({ uri: address.replace(/^mariadb:/, 'mysql:').replace(/\/[^/]*$/, '/') });
  await connection.query(statement);
  await connection.end();
}
