import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, Fails, OptionalBody, PathId, Returns, ReturnsCreated, ReturnsPage } from '../core/http';
import { ShownOnce } from '../core/idempotency';
import { ApiKeyCreateDto, ApiKeyDto, ApiKeyListQuery, ApiKeyRotateDto, ApiKeyWithSecretDto } from './api-key.dto';
import { ApiKeysService } from './api-keys.service';

@DescribedTag('ApiKeys', 'Keys by which programs and people use the API. Those of the environment (API_KEYS) are not listed.')
@Area('administration')
@Controller('api/ApiKeys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @ApiOperation({ operationId: 'ApiKeys_list', summary: 'List API keys by id', description: 'Revoked and expired ones included.' })
  @ReturnsPage(ApiKeyDto)
  list(@CurrentCaller() caller: Caller, @Query() page: ApiKeyListQuery) {
    return this.keys.list(caller, page);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'ApiKeys_find', summary: 'Get an API key', description: 'Without the key itself, which is not stored.' })
  @Returns(ApiKeyDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.keys.find(caller, id);
  }

  @Post()
  @ShownOnce('key')
  @ApiOperation({
    operationId: 'ApiKeys_create',
    summary: 'Create an API key',
    description: 'Only this response contains the key. The first key ends the open mode at the next start of the service.',
  })
  @ReturnsCreated(ApiKeyWithSecretDto)
  create(@CurrentCaller() caller: Caller, @Body() body: ApiKeyCreateDto) {
    return this.keys.create(caller, body);
  }

  @Post(':id/Rotate')
  @ShownOnce('key')
  @ApiOperation({
    operationId: 'ApiKeys_rotate',
    summary: 'Replace an API key',
    description:
      'Makes a new key for the same user. The old one stays live for graceHours, so that clients can be switched. Can be repeated until the new key is used for the first time: the unused one is then revoked.',
  })
  @ReturnsCreated(ApiKeyWithSecretDto)
  @Fails(409)
  rotate(@CurrentCaller() caller: Caller, @PathId() id: number, @OptionalBody() body: ApiKeyRotateDto) {
    return this.keys.rotate(caller, id, body);
  }

  @Post(':id/Revoke')
  @ApiOperation({
    operationId: 'ApiKeys_revoke',
    summary: 'Revoke an API key',
    description: 'It is rejected from the next request on, for good. A revoked key is left unchanged.',
  })
  @Returns(ApiKeyDto, { description: 'The revoked key.' })
  revoke(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number) {
    return this.keys.revoke(caller, id);
  }
}
