import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

const { paths } = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenAPIObject;

/** Every record type with the standard CRUD endpoints, and its path: `/api/Jobs/Query` returns an array of `Job`. */
export const RESOURCES: readonly (readonly [path: string, type: string])[] = Object.entries(paths).flatMap(([path, { post }]) => {
  const [, name] = /^\/api\/(\w+)\/Query$/.exec(path) ?? [];
  const [, type] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(post?.responses[200] ?? {})) ?? [];
  return name !== undefined && type !== undefined ? [[name, type] as const] : [];
});
if (RESOURCES.length < 15) throw new Error(`Only ${RESOURCES.length} types of records have been found in openapi.json.`);
