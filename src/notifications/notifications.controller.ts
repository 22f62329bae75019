import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, AnswersPage, PathId } from '../http';
import { NotificationDto, NotificationListQuery } from './notification.dto';
import { NotificationsService } from './notifications.service';

@ApiTags('Notifications')
@Controller('api/Me/Notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @ApiOperation({ operationId: 'Notifications_list', summary: 'What the caller is to know, the newest first' })
  @AnswersPage(NotificationDto)
  list(@Calling() caller: Caller, @Query() query: NotificationListQuery) {
    return this.notifications.list(caller, query);
  }

  @Post(':id/Read')
  @ApiOperation({ operationId: 'Notifications_read', summary: 'Mark a notification as read' })
  @Answers(NotificationDto)
  read(@Calling() caller: Caller, @PathId() id: number) {
    return this.notifications.read(caller, id);
  }
}
