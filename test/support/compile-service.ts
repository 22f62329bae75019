import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { transformFile, type Options } from '@swc/core';

const ROOT = join(__dirname, '../..');

/** The current source of the service compiled into a temporary folder, from which processes can be started. */
export interface CompiledService {
  readonly main: string;
  remove(): void;
}

export async function compileService(): Promise<CompiledService> {
  const folder = mkdtempSync(join(tmpdir(), 'recruitment-compiled-'));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  await Promise.all(files.map((name) => compile(join(ROOT, 'src', name), folder)));
  return { main: join(folder, 'src/main.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function compile(file: string, folder: string): Promise<void> {
  const target = join(folder, relative(ROOT, file)).replace(/\.ts$/, '.js');
  const { code } = await transformFile(file, OPTIONS);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

/** The same options as for the tests. */
const OPTIONS: Options = {
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2023',
  },
  module: { type: 'commonjs' },
};
