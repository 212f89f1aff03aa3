import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A sign-in page in plain React: the baseline for visits of the portal. */
function SignIn() {
  const [sent, setSent] = useState(false)
  return (
    <main>
      <h1>ログイン</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setSent(true)
        }}
      >
        <label>
          メールアドレス
          <input type="email" />
        </label>
        <label>
          パスワード
          <input type="password" />
        </label>
        {sent && <p>ログインしています</p>}
        <button>ログイン</button>
      </form>
    </main>
  )
}

const place = document.getElementById('root')
if (place) createRoot(place).render(<SignIn />)
