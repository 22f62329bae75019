import {
  Body,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type ArgumentMetadata,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { bindBody, bindList, MAX_ITEMS, type Bound } from './bind-body';
import type { Shape } from './body-shape';
import { decorateMethod } from './decorate-method';
import { OPTIONAL_BODY } from './parameter-types';
import { InvalidRequest } from '../problems/problem';

/** Validates a body against its class. Global, so that controllers only declare `@Body() job: JobUpdateDto`. */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(json: unknown, { type, metatype }: ArgumentMetadata): unknown {
    // arrays are validated by ListPipe, which knows the class of their items
    if (type !== 'body' || !metatype || metatype === Array) return json;
    if (json === undefined) throw new InvalidRequest('A body is required: a JSON object.', [{ pointer: '', detail: 'is required' }]);
    return checked(bindBody(metatype as Shape, json));
  }
}

class OptionalBodyPipe implements PipeTransform {
  transform(json: unknown, { metatype }: ArgumentMetadata): unknown {
    return checked(bindBody(metatype as Shape, json === undefined ? {} : json));
  }
}

class ListPipe implements PipeTransform {
  constructor(private readonly shape: Shape) {}

  transform(json: unknown): unknown {
    if (!Array.isArray(json)) throw InvalidRequest.because([{ pointer: '', detail: 'must be a JSON array' }]);
    if (json.length === 0 || json.length > MAX_ITEMS)
      throw InvalidRequest.because([{ pointer: '', detail: `must have 1 to ${MAX_ITEMS} items` }]);
    return checked(bindList(this.shape, json));
  }
}

function checked<T>({ object, errors }: Bound<T>): T {
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return object;
}

const JsonBody = createParamDecorator(
  (_: undefined, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().body as unknown,
);

/** An optional body; absent means `{}`. */
export const OptionalBody = (): ParameterDecorator => (target, key, index) => {
  JsonBody(undefined, new OptionalBodyPipe())(target, key, index);
  const types = Reflect.getMetadata('design:paramtypes', target, key!) as Shape[];
  decorateMethod(target, key!, ApiBody({ type: types[index], required: false }));
  decorateMethod(target, key!, SetMetadata(OPTIONAL_BODY, types[index]));
};

/** A body that is a JSON array of objects of the class; `example` is needed if those of its fields are not enough. */
export const ListBody =
  (shape: Shape, example?: readonly object[]): ParameterDecorator =>
  (target, key, index) => {
    Body(new ListPipe(shape))(target, key, index);
    const schema = {
      type: 'array',
      minItems: 1,
      maxItems: MAX_ITEMS,
      items: { $ref: getSchemaPath(shape) },
      ...(example ? { example } : {}),
    } as const;
    decorateMethod(target, key!, ApiBody({ schema }));
    decorateMethod(target, key!, ApiExtraModels(shape));
  };
