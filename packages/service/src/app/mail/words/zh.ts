import type { MailWords } from './mailWords.ts';

const RECOVER = '端点恢复工作后，请启用该 Webhook，再用 POST /v1/webhooks/{id}/recover 取回错过的事件。';

export const zh: MailWords = {
  greeting: '您好，',
  verify: {
    subject: '请确认您的电子邮件地址',
    paragraphs: [
      '有人用此电子邮件地址开设了 Assay 账户。若要确认该地址属于您，请在 24 小时内打开此页面并按其中的按钮：',
      '{link}',
      '如果您没有开设账户，请忽略此邮件。没有该链接，任何人都无法确认此地址。',
    ],
  },
  change: {
    subject: '请确认您的电子邮件地址：它将成为您账户的新地址',
    paragraphs: [
      '您要求将此电子邮件地址用于您的 Assay 账户。若要确认，请在 24 小时内打开此页面并按其中的按钮：',
      '{link}',
      '在此之前，您的账户保留现有地址；若现有地址已确认，则至少保留到请求后 24 小时。如果这不是您的要求，请忽略此邮件。',
    ],
  },
  changeAsked: {
    subject: '您的电子邮件地址即将更改',
    paragraphs: [
      '有人知道您 Assay 账户的密码，并要求将其电子邮件地址改为 {email}。该地址被确认后更改生效；若您已确认现有地址，则不早于 24 小时之后。若要阻止，请打开此页面并按其中的按钮：',
      '{link}',
      '如果不是您本人，请立即重设密码：做此事的人知道您的密码。',
    ],
  },
  changed: {
    subject: '您的电子邮件地址已更改',
    paragraphs: [
      '您的 Assay 账户现在的电子邮件地址是 {email}。有关该账户的邮件不再发送到这里。',
      '如果不是您本人，请立即联系运营此服务的人员。',
    ],
  },
  reset: {
    subject: '请设置新密码',
    paragraphs: [
      '有人为使用此电子邮件地址的 Assay 账户请求新密码。若要设置，请在一小时内打开此页面：',
      '{link}',
      '该账户的所有会话和 API 密钥将随之失效。如果这不是您的请求，请忽略此邮件：您的密码保持不变。',
    ],
  },
  passwordChanged: {
    subject: '您的密码已更改',
    paragraphs: [
      '您的 Assay 账户密码刚刚被更改，其他所有会话以及有关该账户邮件中的链接均已失效。',
      '如果不是您本人，请立即选择“忘记密码”并结束所有会话。',
    ],
  },
  sessionsEnded: {
    subject: '服务运营方结束了您的会话',
    paragraphs: [
      '本服务的运营方结束了您 Assay 账户的所有会话，有关该账户邮件中的链接也已失效；除非另有约定，您创建的 API 密钥也已失效。',
      '请重新登录。如果没有人告知您原因，请设置新密码：可能有他人使用过您的账户。',
    ],
  },
  tokenReused: {
    subject: '为安全起见，您账户的一个会话已被结束',
    paragraphs: [
      '您 Assay 账户的一个刷新令牌在被替换后又被使用了一次。这通常表示有人持有其副本，因此所属会话已被结束。',
      '请重新登录。如果您在他人可接触的设备上使用 Assay，也请更改密码。',
    ],
  },
  deleted: {
    subject: '您的账户已删除',
    paragraphs: ['按照您的要求，您的 Assay 账户及仅属于它的一切均已删除。'],
  },
  invitation: {
    subject: '邀请您加入 Assay 上的 {organization}',
    paragraphs: [
      '您被邀请以{role}身份加入 Assay 上的组织“{organization}”。',
      '请用此地址登录，或用它开设账户，然后打开此链接：',
      '{link}',
      '该链接只能使用一次，有效期至 {until}。如果您没有预料到此邮件，无需任何操作。',
    ],
  },
  webhookFailing: {
    subject: '您组织的一个 Webhook 发送失败',
    paragraphs: [
      '三天来，向 {host} 的端点（Webhook {id}）投递事件的每次尝试都失败了。',
      '事件会等待并重试。如果再过两天仍无任何事件送达，该 Webhook 将被停用。',
    ],
  },
  webhookGone: {
    subject: '您组织的一个 Webhook 已被停用',
    paragraphs: [
      'Assay 不再向 {host} 的端点（Webhook {id}）发送事件。其服务器答复 410 Gone，表示不再接收事件。',
      RECOVER,
    ],
  },
  webhookOff: {
    subject: '您组织的一个 Webhook 已被停用',
    paragraphs: ['Assay 不再向 {host} 的端点（Webhook {id}）发送事件。五天来每次投递尝试都失败了。', RECOVER],
  },
  roles: { owner: '所有者', admin: '管理员', editor: '编辑者', verifier: '核查者', viewer: '查看者' },
};
