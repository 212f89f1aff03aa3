import type { Answers } from '../../../../form-model/definition.ts'

/** The answers to 道路占用許可申請 before its step with drawings and photos. The dates are `YYYY-MM-DD`. */
export function roadOccupancyAnswers(period: { from: string; to: string }): Answers {
  const name = { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' }
  return {
    corporation: {
      corporateNumber: '7000012050002',
      name: '港建設株式会社',
      headOffice: '東京都港区芝公園1丁目5番25号',
      representativeTitle: '代表取締役',
      representativeName: '山田 太郎',
    },
    contact: { name, phone: '0312345678', email: 'hanako@example.jp' },
    occupancy: {
      kind: 'scaffolding',
      purpose: '外壁の補修工事のための足場を設ける。',
      place: '港区芝公園1丁目5番先',
      roadType: 'city',
      length: 12.5,
      width: 1.2,
      period,
      night: false,
    },
  }
}
