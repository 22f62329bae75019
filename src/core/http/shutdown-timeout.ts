import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/** How long requests in flight may take to finish when the service shuts down. */
const TIMEOUT_MS = 10_000;

@Injectable()
export class ShutdownTimeout implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), TIMEOUT_MS).unref();
  }
}
