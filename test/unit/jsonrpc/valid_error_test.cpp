#include "jsonrpc/valid_error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;

struct ErrorRow {
  const char* name;
  const char* sent;
  const char* object;  // null: as it was sent
  const char* message;
};

class ValidErrorOf : public testing::TestWithParam<ErrorRow> {};

TEST_P(ValidErrorOf, IsWhatOfficialClientsAccept) {
  const ErrorRow& row = GetParam();
  const jsonrpc::ValidError error = jsonrpc::valid_error(Json(std::string(row.sent)));
  EXPECT_EQ(error.object.text(), row.object == nullptr ? row.sent : row.object);
  EXPECT_EQ(error.message, row.message);
  EXPECT_EQ(error.was_changed, row.object != nullptr);
  EXPECT_FALSE(jsonrpc::valid_error(error.object).was_changed);
}

INSTANTIATE_TEST_SUITE_P(
    Errors, ValidErrorOf,
    testing::Values(
        ErrorRow{"Valid", R"({"code":-32000,"message":"m","data":[1]})", nullptr, "m"},
        ErrorRow{"WithAnEmptyMessage", R"({"code":1,"message":""})", nullptr, "an error response without a message"},
        ErrorRow{"AText", R"("something broke")",
                 R"({"code":-32603,"message":"something broke","data":"something broke"})", "something broke"},
        ErrorRow{"ACodeInQuotes", R"({"code":"-32001","message":"m"})",
                 R"({"code":-32001,"message":"m","data":{"code":"-32001","message":"m"}})", "m"},
        ErrorRow{"TheLargestCode", R"({"code":2147483647,"message":"m"})", nullptr, "m"},
        ErrorRow{"TheLeastCode", R"({"code":-2147483647,"message":"m"})", nullptr, "m"},
        ErrorRow{"ACodeOfMoreThan32Bits", R"({"code":2147483648,"message":"m"})",
                 R"({"code":-32603,"message":"m","data":{"code":2147483648,"message":"m"}})", "m"},
        ErrorRow{"ACodeOfMoreThan53Bits", R"({"code":-9007199254740993,"message":"m"})",
                 R"({"code":-32603,"message":"m","data":{"code":-9007199254740993,"message":"m"}})", "m"},
        ErrorRow{"ACodeOfMoreThan64Bits", R"({"code":123456789012345678901234567890,"message":"m"})",
                 R"({"code":-32603,"message":"m","data":{"code":123456789012345678901234567890,"message":"m"}})", "m"},
        ErrorRow{"ACodeWithAnExponent", R"({"code":-3.2e4,"message":"m"})",
                 R"({"code":-32000,"message":"m","data":{"code":-3.2e4,"message":"m"}})", "m"},
        ErrorRow{"AFloat", R"({"code":-32001.0,"message":"m"})",
                 R"({"code":-32001,"message":"m","data":{"code":-32001.0,"message":"m"}})", "m"},
        ErrorRow{"ANameAsTheCode", R"({"code":"E_BUSY","message":"m"})",
                 R"({"code":-32603,"message":"m","data":{"code":"E_BUSY","message":"m"}})", "m"},
        ErrorRow{"WithoutCode", R"({"message":"m"})", R"({"code":-32603,"message":"m","data":{"message":"m"}})", "m"},
        ErrorRow{"WithoutMessage", R"({"code":5})",
                 R"({"code":5,"message":"an error response without a message: {\"code\":5}","data":{"code":5}})",
                 R"(an error response without a message: {"code":5})"},
        ErrorRow{"WithTheMessageInAnotherMember", R"({"code":5,"detail":"d"})",
                 R"({"code":5,"message":"d","data":{"code":5,"detail":"d"}})", "d"},
        ErrorRow{"ANumber", "7", R"({"code":-32603,"message":"an error response without a message: 7","data":7})",
                 "an error response without a message: 7"},
        ErrorRow{"AnArray", "[]", R"({"code":-32603,"message":"an error response without a message: []","data":[]})",
                 "an error response without a message: []"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
