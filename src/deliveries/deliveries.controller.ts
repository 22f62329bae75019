import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { AlsoAsLines, Area, DescribedTag, Returns, ReturnsPage, Fails, PathUuid } from '../core/http';
import { DeliveriesService } from './deliveries.service';
import { DeliveryDetailDto, DeliveryDto, DeliveryListQuery, EXAMPLE_CANCELLED_ID, EXAMPLE_ID } from './delivery.dto';

@DescribedTag('Deliveries', 'E-mails, text messages and webhooks: sent, queued and failed.')
@Area('deliveries')
@Controller('api/Deliveries')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @ApiOperation({
    operationId: 'Deliveries_list',
    summary: 'E-mails, text messages and webhooks, the newest first',
    description: 'Use state=dead for those given up after the last attempt.',
  })
  @ReturnsPage(DeliveryDto)
  @AlsoAsLines()
  list(@CurrentCaller() caller: Caller, @Query() query: DeliveryListQuery) {
    return this.deliveries.list(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'Deliveries_find',
    summary: 'Get a delivery with its body',
    description: 'What was or will be sent, to whom, and how the attempts went: state, attempts and lastError.',
  })
  @Returns(DeliveryDetailDto)
  find(@CurrentCaller() caller: Caller, @PathUuid(EXAMPLE_ID) id: string) {
    return this.deliveries.find(caller, id);
  }

  @Post(':id/Resend')
  @ApiOperation({
    operationId: 'Deliveries_resend',
    summary: 'Send a delivery again',
    description: 'Only one that failed, is dead or was cancelled. It keeps its id and starts again with the first attempt.',
  })
  @Returns(DeliveryDetailDto, { description: 'Queued.' })
  @Fails(409)
  resend(@CurrentCaller() caller: Caller, @PathUuid(EXAMPLE_ID) id: string) {
    return this.deliveries.resend(caller, id);
  }

  @Post(':id/Cancel')
  @ApiOperation({
    operationId: 'Deliveries_cancel',
    summary: 'Cancel a delivery',
    description: 'Only one that waits for an attempt (queued or failed). 409 for one that is being sent, has been sent or is dead.',
  })
  @Returns(DeliveryDetailDto, { description: 'Cancelled.' })
  @Fails(409)
  cancel(@CurrentCaller() caller: Caller, @PathUuid(EXAMPLE_CANCELLED_ID) id: string) {
    return this.deliveries.cancel(caller, id);
  }
}
