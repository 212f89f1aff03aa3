import { createAttachmentLink, deleteAttachment, getAttachment, uploadAttachment } from './attachments.ts'
import type { Handler } from './call.ts'
import { declineCharge, getCharge, proceedCharge } from './charges.ts'
import { deleteDraft, getDraft, listDrafts, saveDraft } from './drafts.ts'
import { confirmEmailChange, requestEmailChange } from './email-change.ts'
import { createFileLink, downloadFile, listFiles } from './files.ts'
import { login, requestPasswordReset, resetPassword } from './login.ts'
import { getOrder, getSubmission, listOrders, quoteOrder, reapplyOrder, submitOrder, withdrawOrder } from './orders.ts'
import { deleteAccount, getProfile, updateProfile } from './profile.ts'
import {
  completeRegistration,
  getConfirmation,
  getTenantInfo,
  listServices,
  lookUpAddress,
  lookUpCorporation,
  requestRegistration,
} from './tenant.ts'

/** Every operation of the contract by its operationId. */
export const handlers: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    login,
    requestPasswordReset,
    resetPassword,
    getTenantInfo,
    listServices,
    getConfirmation,
    requestRegistration,
    completeRegistration,
    lookUpAddress,
    lookUpCorporation,
    downloadFile,
    requestEmailChange,
    confirmEmailChange,
    getCharge,
    declineCharge,
    proceedCharge,
    listOrders,
    submitOrder,
    quoteOrder,
    getOrder,
    getSubmission,
    withdrawOrder,
    reapplyOrder,
    listDrafts,
    getDraft,
    saveDraft,
    deleteDraft,
    uploadAttachment,
    getAttachment,
    deleteAttachment,
    createAttachmentLink,
    listFiles,
    createFileLink,
    getProfile,
    updateProfile,
    deleteAccount,
  }),
)
