package speak_test

import (
	"fmt"

	"github.com/asixto/go-sdk/asixto/speak"
)

// Minor units are those of ISO 4217, whatever a country's tills do with them.
func ExampleNewMoney() {
	for _, m := range []speak.Money{
		speak.NewMoney(4590000, "COP"), speak.NewMoney(1750, "USD"), speak.NewMoney(500, "PYG"), speak.NewMoney(4590050, "MXN"),
	} {
		fmt.Println(m.Minor(), m.Currency(), "|", m, "|", m.Spoken())
	}
	fmt.Println(speak.NewMoney(4590000, "COP").Equal(speak.Whole(45900, "COP")))
	// Output:
	// 4590000 COP | $ 45.900 | cuarenta y cinco mil novecientos pesos
	// 1750 USD | US$ 17,50 | diecisiete dólares con cincuenta centavos
	// 500 PYG | ₲ 500 | quinientos guaraníes
	// 4590050 MXN | $ 45,900.50 | cuarenta y cinco mil novecientos pesos con cincuenta centavos
	// true
}
