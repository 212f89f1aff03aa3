/** The keys under which Amplify's token store keeps the tokens of a sign-in and the keys of remembered devices. */
export function tokenKeys(clientId: string) {
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`
  return {
    prefix,
    lastUser: `${prefix}LastAuthUser`,
    of: (username: string, name: string) => `${prefix}${username}.${name}`,
  }
}
