import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

const { paths } = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenAPIObject;

/** Every record type with the standard CRUD endpoints, and its path: `/api/Jobs/Query` returns an array of `JobDto`. */
export const RESOURCES: readonly (readonly [path: string, type: string])[] = Object.entries(paths).flatMap(([path, { post }]) => {
  const [, name] = /^\/api\/(\w+)\/Query$/.exec(path) ?? [];
  const [, type] = /"#\/components\/schemas\/(\w+)Dto"/.exec(JSON.stringify(post?.responses[200] ?? {})) ?? [];
  return name !== undefined && type !== undefined ? [[name, type] as const] : [];
});
