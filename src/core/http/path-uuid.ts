import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { decorateMethod } from './decorate-method';
import { InvalidRequest } from '../problems/problem';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

class PathUuidPipe implements PipeTransform<string, string> {
  constructor(private readonly name: string) {}

  transform(text: string): string {
    if (UUID.test(text)) return text.toLowerCase();
    throw InvalidRequest.because([{ pointer: `/${this.name}`, in: 'path', detail: 'must be a UUID' }]);
  }
}

/** A UUID in a path: `@PathUuid(EXAMPLE) id: string`. */
export const PathUuid =
  (example: string, name = 'id'): ParameterDecorator =>
  (target, key, index) => {
    Param(name, new PathUuidPipe(name))(target, key, index);
    decorateMethod(target, key!, ApiParam({ name, schema: { type: 'string', format: 'uuid', maxLength: 36, example } }));
  };
