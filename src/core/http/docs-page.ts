import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { SentOften } from './compression';
import { forReaders, outlineOf } from './readers-document';
import { startScript, SITE_TITLE } from './swagger-ui';

const DIST = dirname(require.resolve('swagger-ui-dist/package.json'));

/** The files of Swagger UI that the page uses. */
const ASSETS = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const page = (folder: string): string => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${SITE_TITLE}</title>
    <link rel="stylesheet" href="${folder}swagger-ui.css">
    <link rel="icon" type="image/png" sizes="32x32" href="${folder}favicon-32x32.png">
    <script src="${folder}swagger-ui-bundle.js" defer></script>
    <script src="${folder}start.js" data-document="${folder}document.json" defer></script>
    <style>body { margin: 0; background: #fafafa; }</style>
  </head>
  <body>
    <div id="swagger-ui"></div>
  </body>
</html>
`;

/**
 * Serves the documentation for readers at /api/docs. Swagger UI shows nothing before it has gone through all of its document, so it begins
 * with an outline (`start.js`), and gets the document when the operations are in view.
 */
export function serveDocs(express: Express, describe: () => OpenAPIObject): void {
  let described: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (described ??= forReaders(describe()));
  const files = new Map<string, SentOften>([
    ...Object.entries(ASSETS).map(([name, type]) => [name, new SentOften(type, () => readFileSync(join(DIST, name)))] as const),
    ['start.js', new SentOften(ASSETS['swagger-ui-bundle.js'], () => startScript(outlineOf(document())))],
    ['document.json', new SentOften('application/json; charset=utf-8', () => JSON.stringify(document()))],
  ]);
  express.get('/api/docs', ({ path }, response) => void response.type('html').send(page(path.endsWith('/') ? './' : './docs/')));
  for (const [name, file] of files) express.get(`/api/docs/${name}`, (_, response, next) => void file.send(response).catch(next));
}
