import { applyDecorators, Get, Post, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { AlsoAsLines, AlsoNeeds, Fails, Produces, Returns, ReturnsPage, Safe } from '../core/http';
import { displayName, pluralOf } from '../core/records';
import { MEDIA_TYPES } from './export';
import type { RunKind } from './run-kind';

const FILE = { type: 'string', maxLength: 2147483647 } as const;

const LINES = 'A line for each rate kind or fee, with its amounts and the accounts that it is booked to.';

/** The routes of a kind of run beyond those of every record, with their documentation. */
export class RunRoutes {
  private readonly run: string;

  constructor(private readonly kind: Pick<RunKind, 'runs'>) {
    this.run = displayName(kind.runs);
  }

  /** POST …/Preview: what would be created. */
  preview(answer: Type, collected: string): MethodDecorator {
    const description = `What a POST would create now, with its lines; nothing is stored. ${collected}`;
    return applyDecorators(
      Post('Preview'),
      Safe(),
      this.operation('preview', `Preview a ${this.run}`, description),
      Returns(answer),
      Fails(409),
    );
  }

  /** GET …/{id}/Lines. */
  lines(answer: Type): MethodDecorator {
    return applyDecorators(
      Get(':id/Lines'),
      this.operation('lines', `The lines of a ${this.run}`, LINES),
      ReturnsPage(answer),
      AlsoAsLines(),
    );
  }

  /** GET …/{id}/Totals. */
  totals(answer: Type, by: string): MethodDecorator {
    const description = 'Of consultants, what they are credited with of the placements, in cents that sum to the whole.';
    return applyDecorators(
      Get(':id/Totals'),
      AlsoNeeds('pay'),
      this.operation('totals', `What a ${this.run} comes to by ${by}`, description),
      Returns([answer]),
    );
  }

  /** GET …/{id}/Export. */
  export(file: Type, line: Type, system: string): MethodDecorator {
    const description = 'Of a run that is approved or completed. CSV as exports of records write it.';
    return applyDecorators(
      Get(':id/Export'),
      Produces(MEDIA_TYPES.json, MEDIA_TYPES.csv, MEDIA_TYPES.ndjson, 'application/problem+json'),
      ApiExtraModels(file, line),
      this.operation('export', `The lines of a ${this.run} for the ${system} system`, description),
      ApiResponse({
        status: 200,
        description: 'OK',
        content: {
          [MEDIA_TYPES.json]: { schema: { $ref: getSchemaPath(file) } },
          [MEDIA_TYPES.csv]: { schema: FILE, example: 'id,kind,timesheetID\r\n1,work,1\r\n' },
          [MEDIA_TYPES.ndjson]: { schema: { $ref: getSchemaPath(line) } },
        },
      }),
      Fails(409),
    );
  }

  private operation(verb: string, summary: string, description?: string): MethodDecorator {
    return ApiOperation({ operationId: `${pluralOf(this.kind.runs.name)}_${verb}`, summary, ...(description ? { description } : {}) });
  }
}
