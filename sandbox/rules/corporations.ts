import type { Corporation } from '../../src/api/generated/api.schemas.ts'

/** Real entries of the public register of corporate numbers, for look-ups. */
export const corporations: readonly Corporation[] = [
  {
    corporateNumber: '7000012050002',
    name: '国税庁',
    nameKana: 'コクゼイチョウ',
    address: { postalCode: '1000013', prefecture: '東京都', city: '千代田区', street: '霞が関3丁目1-1' },
  },
  {
    corporateNumber: '4000012090001',
    name: '経済産業省',
    nameKana: 'ケイザイサンギョウショウ',
    address: { postalCode: '1000013', prefecture: '東京都', city: '千代田区', street: '霞が関1丁目3-1' },
  },
  {
    corporateNumber: '1180301018771',
    name: 'トヨタ自動車株式会社',
    nameKana: 'トヨタジドウシャ',
    address: { postalCode: '4710826', prefecture: '愛知県', city: '豊田市', street: 'トヨタ町1番地' },
  },
  {
    corporateNumber: '8000020130001',
    name: '東京都',
    nameKana: 'トウキョウト',
    address: { postalCode: '1638001', prefecture: '東京都', city: '新宿区', street: '西新宿2丁目8-1' },
  },
  {
    corporateNumber: '8000020131032',
    name: '港区',
    nameKana: 'ミナトク',
    address: { postalCode: '1050011', prefecture: '東京都', city: '港区', street: '芝公園1丁目5-25' },
  },
  {
    corporateNumber: '3000020141003',
    name: '横浜市',
    nameKana: 'ヨコハマシ',
    address: { postalCode: '2310005', prefecture: '神奈川県', city: '横浜市中区', street: '本町6丁目50-10' },
  },
  {
    corporateNumber: '6000020271004',
    name: '大阪市',
    nameKana: 'オオサカシ',
    address: { postalCode: '5300005', prefecture: '大阪府', city: '大阪市北区', street: '中之島1丁目3-20' },
  },
  {
    corporateNumber: '9000020011002',
    name: '札幌市',
    nameKana: 'サッポロシ',
    address: { prefecture: '北海道', city: '札幌市中央区', street: '北1条西2丁目' },
  },
  {
    corporateNumber: '3000020231002',
    name: '名古屋市',
    nameKana: 'ナゴヤシ',
    address: { postalCode: '4600001', prefecture: '愛知県', city: '名古屋市中区', street: '三の丸3丁目1-1' },
  },
  {
    corporateNumber: '9000020281000',
    name: '神戸市',
    nameKana: 'コウベシ',
    address: { prefecture: '兵庫県', city: '神戸市中央区', street: '加納町6丁目5-1' },
  },
  {
    corporateNumber: '3000020401307',
    name: '福岡市',
    nameKana: 'フクオカシ',
    address: { postalCode: '8100001', prefecture: '福岡県', city: '福岡市中央区', street: '天神1丁目8-1' },
  },
]
