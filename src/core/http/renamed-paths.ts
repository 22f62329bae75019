import type { RequestHandler } from 'express';
import { deprecationHeaders } from './deprecated';

/** Addresses that are still served, by what has taken their place. */
const RENAMED: readonly (readonly [before: RegExp, now: string])[] = [[/^\/api\/Automation\/Runs(?=[/?]|$)/i, '/api/AutomationRuns']];
const HEADERS = Object.entries(deprecationHeaders({ since: '2026-11-25', until: '2027-06-01' }));

/** Serves the former addresses of routes, and says that they will be gone. They are not in the OpenAPI document. */
export const renamedPaths: RequestHandler = (request, response, next) => {
  for (const [before, now] of RENAMED)
    if (before.test(request.url)) {
      request.url = request.url.replace(before, now);
      for (const [name, value] of HEADERS) response.setHeader(name, value);
      // RFC 5829; a page adds its next one
      response.setHeader('Link', `<${request.path}>; rel="successor-version"`);
    }
  next();
};
