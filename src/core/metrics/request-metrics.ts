import type { RequestHandler } from 'express';
import { routeOf } from '../http';
import { requestDuration } from './export-metrics';
import type { Metrics } from './metrics';

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Methods are the client's to choose, but each would be a series of its own. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures requests by method, route and status, and counts those in flight. Scrapes and health checks are requests too. */
export function measureRequests(metrics: Metrics): RequestHandler {
  const labels = ['http_request_method', 'http_route', 'http_response_status_code'];
  const duration = metrics.histogram({ name: 'http_server_request_duration_seconds', help: 'Duration of HTTP requests.', labels }, BUCKETS);
  const exported = requestDuration(BUCKETS);
  const active = metrics.gauge({ name: 'http_server_active_requests', help: 'HTTP requests in flight.' });
  let inFlight = 0;
  metrics.beforeScrape(() => active.set(inFlight));
  return (request, response, next) => {
    const begin = performance.now();
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      const method = METHODS.has(request.method) ? request.method : '_OTHER';
      const route = routeOf(request);
      const { statusCode } = response;
      const seconds = (performance.now() - begin) / 1000;
      duration.observe({ http_request_method: method, http_route: route, http_response_status_code: statusCode }, seconds);
      exported.record(seconds, { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode });
    });
    next();
  };
}
