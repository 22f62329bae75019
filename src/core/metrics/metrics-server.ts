import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SettingError, Settings } from '../config';
import { TEXT_FORMAT } from './metrics.controller';
import { Metrics } from './metrics';

/** Serves the metrics on METRICS_PORT, if it is set: to everyone who can reach it. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(MetricsServer.name);
  private server: Server | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { metricsHost, metricsPort } = this.settings;
    if (metricsPort === undefined) return;
    this.server = createServer((request, response) => {
      if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
      this.metrics.text().then(
        (text) => response.writeHead(200, { 'Content-Type': TEXT_FORMAT }).end(text),
        (error: unknown) => {
          this.log.error(error);
          response.writeHead(500).end();
        },
      );
    });
    try {
      await once(this.server.listen(metricsPort, metricsHost), 'listening');
    } catch (error) {
      throw new SettingError(`Cannot listen on METRICS_HOST and METRICS_PORT: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  /** The port that was taken; undefined without METRICS_PORT. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
