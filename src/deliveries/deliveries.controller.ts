import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, AnswersPage, Fails, PathUuid } from '../http';
import { DeliveriesService } from './deliveries.service';
import { DeliveryDetailDto, DeliveryDto, DeliveryListQuery, EXAMPLE_ID } from './delivery.dto';

@ApiTags('Deliveries')
@Controller('api/Deliveries')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @ApiOperation({
    operationId: 'Deliveries_list',
    summary: 'E-mails, text messages and webhooks, the newest first',
    description: 'With state=dead, those that were given up.',
  })
  @AnswersPage(DeliveryDto)
  list(@Calling() caller: Caller, @Query() query: DeliveryListQuery) {
    return this.deliveries.list(caller, query);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'Deliveries_find', summary: 'One delivery, whole' })
  @Answers(DeliveryDetailDto)
  find(@Calling() caller: Caller, @PathUuid(EXAMPLE_ID) id: string) {
    return this.deliveries.find(caller, id);
  }

  @Post(':id/Resend')
  @ApiOperation({
    operationId: 'Deliveries_resend',
    summary: 'Send a delivery again',
    description: 'One that failed or is dead; under the same id, from the first attempt on.',
  })
  @Answers(DeliveryDetailDto, { description: 'Queued.' })
  @Fails(409)
  resend(@Calling() caller: Caller, @PathUuid(EXAMPLE_ID) id: string) {
    return this.deliveries.resend(caller, id);
  }
}
