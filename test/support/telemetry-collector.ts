import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** As it is sent in OTLP/JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface DataPoint {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly asInt?: number;
  readonly count?: number;
}

interface MetricExport {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly ({ readonly name: string } & Partial<
        Record<'sum' | 'gauge' | 'histogram', { readonly dataPoints: readonly DataPoint[] }>
      >)[];
    }[];
  }[];
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes' | 'status'> {
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly statusCode: number | undefined;
  /** service.name of the resource. */
  readonly service: string | number | undefined;
}

/** Receives spans and metrics by OTLP over HTTP. */
export class TelemetryCollector {
  readonly spans: CollectedSpan[] = [];
  /** The last value of each, or the number of values of a histogram, by its name and labels. */
  readonly metrics: Record<string, number | undefined> = {};

  private constructor(private readonly server: Server) {}

  static async open(): Promise<TelemetryCollector> {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        if (request.url === '/v1/traces') collector.spans.push(...spansOf(body as TraceExport));
        if (request.url === '/v1/metrics') Object.assign(collector.metrics, valuesIn(body as MetricExport));
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    const collector = new TelemetryCollector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const valuesOf = (attributes: readonly Attribute[]): CollectedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const spansOf = ({ resourceSpans }: TraceExport): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: valuesOf(attributes),
        statusCode: status.code,
        service: valuesOf(resource.attributes)['service.name'],
      })),
    ),
  );

const valuesIn = ({ resourceMetrics }: MetricExport): TelemetryCollector['metrics'] =>
  Object.fromEntries(
    resourceMetrics
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      .flatMap(({ name, sum, gauge, histogram }) =>
        ((sum ?? gauge ?? histogram)?.dataPoints ?? []).map(({ attributes, asDouble, asInt, count }) => [
          [name, ...Object.values(valuesOf(attributes))].join(' '),
          asDouble ?? asInt ?? count,
        ]),
      ),
  );
