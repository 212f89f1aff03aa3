/** The answers to 住民票の写しの交付請求, by post: a fee of 710円. */
export const certificateAnswers = {
  applicant: {
    name: { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' },
    birthDate: '1985-04-01',
    address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園1丁目5番25号' },
    phone: '09012345678',
  },
  certificate: { whose: 'self', range: 'all', copies: 2, purpose: 'bank' },
  delivery: { method: 'post' },
  consent: { identityCheck: true },
}
