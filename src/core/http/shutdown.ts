import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server, ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { openResponses } from './open-responses';

/** How long everything goes on after the signal, so that load balancers see that the service is no longer ready. */
const NOTICE_MS = 1000;
/** Open connections are waited for until none has sent a request for so long, since the response to its next one ends each of them. */
const QUIET_MS = 1500;
const MOST_MS = 6000;
/** How long requests in flight may take to finish. */
const IN_FLIGHT_MS = 20_000;
/** Longer than load balancers keep idle connections, so that it is they who close them, and no request is sent into a closing one. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Shuts down without cutting clients off: readiness fails from the signal on; a little later no new connection is accepted, and each
 * response ends its connection. Without a signal, as in tests, nothing is waited for.
 */
@Injectable()
export class Shutdown implements OnModuleDestroy, BeforeApplicationShutdown {
  isUnderWay = false;
  private isLast = false;
  private lastRequestAt = 0;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly host: HttpAdapterHost) {}

  /** Follows the requests of the server, which must not listen yet. */
  watch(): void {
    this.server.keepAliveTimeout = KEEP_ALIVE_MS;
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    this.server.prependListener('request', (_, response: ServerResponse) => {
      this.lastRequestAt = Date.now();
      if (this.isLast) response.shouldKeepAlive = false;
    });
  }

  onModuleDestroy(): void {
    this.isUnderWay = true;
  }

  async beforeApplicationShutdown(signal?: string): Promise<void> {
    if (signal !== undefined && this.server.listening) {
      await pause(NOTICE_MS);
      this.isLast = true;
      for (const response of openResponses(this.server).values()) if (response) response.shouldKeepAlive = false;
      // unlike the method of HTTP servers, this closes no idle connection, on which a request may be on its way
      NetServer.prototype.close.call(this.server);
      this.lastRequestAt = Date.now();
      await this.lastRequests();
      // Node takes connections that have never sent anything for busy ones
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }
    setTimeout(() => this.server.closeAllConnections(), IN_FLIGHT_MS).unref();
  }

  private async lastRequests(): Promise<void> {
    const end = Date.now() + MOST_MS;
    const isQuiet = (): boolean => Date.now() - this.lastRequestAt > QUIET_MS || Date.now() > end;
    while (this.sockets.size > 0 && !isQuiet()) {
      await pause(20);
      // what has arrived while the process was busy is read first
      if (isQuiet()) await pause(20);
    }
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }
}
