import { applyDecorators, Controller, Get, Param, Req, Res, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiProperty, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotFound, type ProblemKind } from '../../problems';
import { JSON_TYPES, Produces } from '../accept.guard';
import { Area } from '../area';
import { Public, Shaped } from '../documentation';
import { FORMATS, HTML, TEXT } from './page';
import { ProblemKinds, PROBLEMS_PATH } from './problem-kinds';

const text = (maxLength: number, example: string) => ({ maxLength, example }) as const;

class ProblemType implements ProblemKind {
  @ApiProperty(text(100, '/problems/not-found'))
  readonly type!: string;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 400, maximum: 599, example: 404 })
  readonly status!: number;

  @ApiProperty(text(200, 'Not found'))
  readonly title!: string;

  @ApiProperty({ ...text(1000, 'The path or the record was not found.'), description: 'What has happened.' })
  readonly meaning!: string;

  @ApiProperty({ ...text(1000, 'Check the path and the id.'), description: 'What the caller can do about it.' })
  readonly remedy!: string;
}

const JSON_TYPE = 'application/json';
const MODEL = { $ref: getSchemaPath(ProblemType) };
const READABLE = { schema: { type: 'string', maxLength: 1_000_000 } } as const;

const LIST = { type: 'array', maxItems: 1000, items: MODEL } as const;

/** JSON for programs, HTML for browsers, text for terminals: `fields` and `orderBy` are for programs. */
const InEveryFormat = (shape: Type | [Type]): MethodDecorator =>
  applyDecorators(
    Shaped(shape),
    Produces(JSON_TYPE, HTML, TEXT, ...JSON_TYPES),
    ApiExtraModels(ProblemType),
    ApiResponse({
      status: 200,
      description: 'OK',
      content: {
        [JSON_TYPE]: { schema: Array.isArray(shape) ? LIST : MODEL },
        'text/html': { ...READABLE, example: '<!DOCTYPE html>' },
        'text/plain': { ...READABLE, example: 'Not found' },
      },
    }),
  );

/** The pages that the types of problems are the addresses of. */
@ApiTags('The service')
@Public()
@Area('everyone')
@Controller(PROBLEMS_PATH)
export class ProblemPagesController {
  constructor(private readonly kinds: ProblemKinds) {}

  @Get()
  @ApiOperation({
    operationId: 'Problems_list',
    summary: 'The types of problems',
    description:
      'Every `type` that a problem of the service can have, with what it means and what to do. `fields` and `orderBy` apply to JSON.',
  })
  @InEveryFormat([ProblemType])
  list(@Req() request: Request, @Res({ passthrough: true }) response: Response): readonly ProblemKind[] | string {
    const { all } = this.kinds;
    return formatFor(request, response)?.list(all) ?? all;
  }

  @Get(':type')
  @ApiOperation({
    operationId: 'Problems_find',
    summary: 'What a type of problem means',
    description: 'The `type` of a problem is the path of this page. It says what has happened and what to do.',
  })
  @ApiParam({ name: 'type', schema: { type: 'string', minLength: 1, maxLength: 100, example: 'not-found' } })
  @InEveryFormat(ProblemType)
  find(
    @Param('type') name: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Readonly<ProblemKind> | string {
    const kind = this.kinds.named(name);
    if (!kind) throw new NotFound(`There is no type of problem ${name}. GET /${PROBLEMS_PATH} lists all of them.`);
    return formatFor(request, response)?.one(kind) ?? kind;
  }
}

/** The format that the Accept header prefers to JSON; sets the type of the response. */
function formatFor(request: Request, response: Response): (typeof FORMATS)[string] | undefined {
  const format = request.accepts([JSON_TYPE, HTML, TEXT]) || JSON_TYPE;
  response.vary('Accept');
  if (format in FORMATS) response.type(format);
  return FORMATS[format];
}
