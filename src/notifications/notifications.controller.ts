import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area, DescribedTag, Returns, ReturnsPage, PathId } from '../core/http';
import { NotificationDto, NotificationListQuery } from './notification.dto';
import { NotificationsService } from './notifications.service';

@DescribedTag('Notifications', 'Notifications of automations to users.')
@Area('everyone')
@Controller('api/Me/Notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @ApiOperation({
    operationId: 'Notifications_list',
    summary: 'Your notifications, newest first',
    description: 'What automations tell you, and what happened to yours: paused, refused, waiting for approval.',
  })
  @ReturnsPage(NotificationDto)
  list(@CurrentCaller() caller: Caller, @Query() query: NotificationListQuery) {
    return this.notifications.list(caller, query);
  }

  @Post(':id/Read')
  @ApiOperation({
    operationId: 'Notifications_read',
    summary: 'Mark a notification as read',
    description: 'Marking it again changes nothing.',
  })
  @Returns(NotificationDto)
  read(@CurrentCaller() caller: Caller, @PathId() id: number) {
    return this.notifications.markRead(caller, id);
  }
}
