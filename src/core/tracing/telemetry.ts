import { diag, DiagLogLevel } from '@opentelemetry/api';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Telemetry as TelemetrySettings } from '../config';

/** How long the last spans may take to be sent. */
const SHUTDOWN_MS = 3000;

/** Stops sending. Of the process, as the API of OpenTelemetry is. */
let stop: (() => Promise<void>) | undefined;

/**
 * Sends spans and metrics as the `OTEL_*` variables say. The SDK is loaded only here: it takes 25 MB and some tenths of a second. To
 * be called before anything is traced or measured.
 */
export async function startTelemetry({ traces, metrics }: TelemetrySettings): Promise<void> {
  const { NodeSDK, resources } = await import('@opentelemetry/sdk-node');
  // what the environment says of the service comes later, and prevails
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': 'recruitment-management-service' }));
  const log = new Logger('OpenTelemetry');
  const ignore = (): void => undefined;
  diag.setLogger({ error: (message) => log.warn(message), warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
  const sdk = new NodeSDK({
    resource,
    // what is not listed here is set up as the environment says
    ...(traces ? {} : { spanProcessors: [] }),
    ...(metrics ? {} : { metricReaders: [] }),
    logRecordProcessors: [],
  });
  sdk.start();
  stop = () => sdk.shutdown();
}

/** Sends what is left when the service stops, if the collector answers soon. */
@Injectable()
export class Telemetry implements OnApplicationShutdown {
  private readonly log = new Logger(Telemetry.name);

  async onApplicationShutdown(): Promise<void> {
    const flush = stop?.();
    stop = undefined;
    if (!flush) return;
    const late = new Promise<void>((resolve) => setTimeout(resolve, SHUTDOWN_MS).unref());
    await Promise.race([flush.catch((error: unknown) => this.log.warn(error)), late]);
  }
}
