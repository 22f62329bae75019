import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Area, Produces } from '../http';
import { Metrics } from './metrics';

/** What Prometheus 2 and 3 ask for. */
export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

const EXAMPLE =
  '# HELP http_server_active_requests HTTP requests in flight.\n# TYPE http_server_active_requests gauge\nhttp_server_active_requests 1\n';

@ApiTags('The service')
@Area('administration')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiOperation({
    operationId: 'Metrics_read',
    summary: 'Metrics for Prometheus',
    description: 'In the text format of Prometheus. With METRICS_PORT they are served on that port, without a key, and not here.',
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string', maxLength: 100_000_000 }, example: EXAMPLE } } })
  @Produces('text/plain')
  @Header('Content-Type', TEXT_FORMAT)
  read(): Promise<string> {
    return this.metrics.text();
  }
}
