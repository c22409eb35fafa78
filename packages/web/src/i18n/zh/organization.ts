/** Chinese: as ../en/organization.ts. @module */
import type { organization as english } from '../en/organization.ts';
import type { In } from '../translate.ts';

export const organization: In<typeof english> = {
  'organization.title': '组织',
  'organization.yours': '您工作的地方',
  'organization.yoursText': '图片、密钥和配额属于组织。您上传和查看的是所选组织的内容。',
  'organization.acting': '您在这里工作',
  'organization.personal': '您自己的',
  'organization.work': '在这里工作',
  'organization.new': '新组织',
  'organization.name': '名称',
  'organization.nameMissing': '请命名。',
  'organization.create': '创建',
  'organization.members': '{name} 的成员',
  'organization.remove': '移除',
  'organization.removeSure': '永久移除',
  'organization.roleOf': '{person} 的角色',
  'organization.invitations': '邀请',
  'organization.invite': '邀请',
  'organization.inviteText': '带链接的邮件会发到该地址。链接有效一周，仅限该地址。',
  'organization.role': '角色',
  'organization.invited': '邀请为{role}，至 {day}',
  'organization.withdrawInvitation': '撤回',
  'role.owner': '所有者',
  'role.admin': '管理员',
  'role.editor': '编辑：上传和更改图片',
  'role.verifier': '检查员：查看和检查',
  'role.viewer': '查看者：查看',
};
