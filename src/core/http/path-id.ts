import { Param, SetMetadata, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { INT32 } from '../fields/value-rules';
import { decorateMethod } from './decorate-method';
import { InvalidRequest } from '../problems/problem';

class PathIdPipe implements PipeTransform<string, number> {
  constructor(private readonly name: string) {}

  transform(text: string): number {
    const id = Number(text) + 0;
    if (/^-?\d{1,10}$/.test(text) && id >= INT32.minimum && id <= INT32.maximum) return id;
    throw InvalidRequest.because([
      { pointer: `/${this.name}`, in: 'path', detail: `must be a whole number from ${INT32.minimum} to ${INT32.maximum}` },
    ]);
  }
}

const EXAMPLE = 'example of the id';

/** The id of a record that the route of a handler can be tried with. */
export const exampleIdOf = (handler: object): number => (Reflect.getMetadata(EXAMPLE, handler) as number | undefined) ?? 1;

/** The id in a path, as a number: `@PathId() id: number`. A second id in a path has a name: `@PathId('recordId')`. */
export const PathId =
  (name = 'id', example = 1): ParameterDecorator =>
  (target, key, index) => {
    Param(name, new PathIdPipe(name))(target, key, index);
    decorateMethod(target, key!, ApiParam({ name, schema: { type: 'integer', format: 'int32', ...INT32, example } }));
    decorateMethod(target, key!, SetMetadata(EXAMPLE, example));
  };
