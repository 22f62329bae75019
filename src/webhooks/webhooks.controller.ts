import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiCallbacks, ApiExtraModels, ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import {
  AlsoAsLines,
  AlsoNeeds,
  Area,
  DescribedTag,
  Fails,
  IfMatch,
  OptionalBody,
  PathId,
  PathUuid,
  Returns,
  ReturnsCreated,
  ReturnsPage,
  type ExpectedVersion,
} from '../core/http';
import { ShownOnce } from '../core/idempotency';
import { FieldsQuery, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, TransitionRoute, UpdateRoute } from '../core/records';
import { EXAMPLE_WEBHOOK_DELIVERY_ID, WebhookDeliveryDetailDto, WebhookDeliveryDto, WebhookDeliveryQuery } from '../deliveries';
import {
  WebhookDto,
  WebhookMessageDto,
  WebhookNewDto,
  WebhookReplayDto,
  WebhookRotateDto,
  WebhookUpdateDto,
  WebhookWithSecretDto,
} from './webhook.dto';
import { webhooks } from './webhooks.records';
import { WebhooksService } from './webhooks.service';

@DescribedTag('Webhooks', 'Programs outside that are told of changes: each change that one subscribes to is posted to its URL, signed.')
@ApiExtraModels(WebhookMessageDto)
@Area('administration')
@Controller('api/Webhooks')
export class WebhooksController {
  constructor(
    private readonly records: Records,
    private readonly webhooks: WebhooksService,
  ) {}

  @ListRoute(webhooks, WebhookDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, webhooks, query);
  }

  @FindRoute(webhooks, WebhookDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, webhooks, id, query);
  }

  @Post()
  @ShownOnce('secret')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_create',
    summary: 'Create a webhook',
    description:
      'It is told of changes from now on, if it is not paused. Only this response contains the secret by which deliveries are signed, as standardwebhooks.com describes it.',
  })
  @ApiCallbacks({
    name: 'change',
    callbackUrl: '{$request.body#/url}',
    method: 'post',
    requestBody: { type: WebhookMessageDto },
    expectedResponse: {
      status: 204,
      description: 'Any 2xx within 10 seconds: it has arrived. It is sent again after others, for a day, but after most of 3xx and 4xx.',
    },
  })
  @ReturnsCreated(WebhookWithSecretDto)
  @Fails(409)
  create(@CurrentCaller() caller: Caller, @Body() body: WebhookNewDto) {
    return this.webhooks.create(caller, body);
  }

  @UpdateRoute(webhooks, WebhookDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: WebhookUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, webhooks, id, body, { expected });
  }

  @RemoveRoute(webhooks)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, webhooks, id, expected);
  }

  @TransitionRoute(webhooks, WebhookDto, 'Pause', {
    summary: 'Pause a webhook',
    description: 'Nothing is sent until it is resumed; changes wait.',
  })
  pause(@CurrentCaller() caller: Caller, @PathId() id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.webhooks.setActive(caller, id, false, expected);
  }

  @TransitionRoute(webhooks, WebhookDto, 'Resume', {
    summary: 'Resume a webhook',
    description:
      'It continues where it stopped. 409 with the type /problems/changes-gone if what it has missed is no longer stored: replay it from a later change.',
  })
  @AlsoNeeds('changes:read')
  resume(@CurrentCaller() caller: Caller, @PathId() id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.webhooks.setActive(caller, id, true, expected);
  }

  @Post(':id/RotateSecret')
  @ShownOnce('secret')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_rotateSecret',
    summary: 'Replace the secret of a webhook',
    description: 'For graceHours, deliveries have two signatures, by the new and by the old secret, so that the receiver can be switched.',
  })
  @Returns(WebhookWithSecretDto, { description: 'The webhook with its new secret.' })
  @Fails(409)
  rotate(@CurrentCaller() caller: Caller, @PathId() id: number, @OptionalBody() body: WebhookRotateDto) {
    return this.webhooks.rotate(caller, id, body);
  }

  @Post(':id/Ping')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_ping',
    summary: 'Send a webhook a ping',
    description: 'Queues a delivery of the type webhook.ping, even if the webhook is paused. Its delivery shows how it went.',
  })
  @Returns(WebhookDeliveryDetailDto, { description: 'Queued.' })
  @Fails(409)
  ping(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.webhooks.ping(caller, id);
  }

  @Post(':id/Replay')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_replay',
    summary: 'Tell a webhook changes again',
    description: 'Moves its position in the feed: it is told all changes after it that it subscribes to, in deliveries with new ids.',
  })
  @Returns(WebhookDto, { description: 'The webhook with its new position.' })
  @Fails(409)
  replay(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: WebhookReplayDto) {
    return this.webhooks.replay(caller, id, body);
  }

  @Get(':id/Deliveries')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_listDeliveries',
    summary: 'The deliveries to a webhook, the newest first',
    description: 'Kept for 30 days unless the service is configured otherwise. Use state=dead for those given up after the last attempt.',
  })
  @ReturnsPage(WebhookDeliveryDto)
  @AlsoAsLines()
  listDeliveries(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: WebhookDeliveryQuery) {
    return this.webhooks.listDeliveries(caller, id, query);
  }

  @Get(':id/Deliveries/:deliveryId')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_findDelivery',
    summary: 'Get a delivery to a webhook with its request and response',
    description: 'To see why a receiver refused it: the headers and body that were sent, and what came back.',
  })
  @Returns(WebhookDeliveryDetailDto)
  findDelivery(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @PathUuid(EXAMPLE_WEBHOOK_DELIVERY_ID, 'deliveryId') deliveryID: string,
  ) {
    return this.webhooks.findDelivery(caller, id, deliveryID);
  }

  @Post(':id/Deliveries/:deliveryId/Resend')
  @AlsoNeeds('changes:read')
  @ApiOperation({
    operationId: 'Webhooks_resend',
    summary: 'Send a delivery to a webhook again',
    description: 'One that arrived, too. It keeps its id, by which the receiver knows it, and starts again with the first attempt.',
  })
  @Returns(WebhookDeliveryDetailDto, { description: 'Queued.' })
  @Fails(409)
  resend(@CurrentCaller() caller: Caller, @PathId() id: number, @PathUuid(EXAMPLE_WEBHOOK_DELIVERY_ID, 'deliveryId') deliveryID: string) {
    return this.webhooks.resend(caller, id, deliveryID);
  }
}
